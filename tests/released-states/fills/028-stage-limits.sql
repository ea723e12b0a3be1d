-- Each account has set the limit of one stage.
insert into stage_limits (account_id, stage, days) select id, 'negociacao', 10 from accounts;
