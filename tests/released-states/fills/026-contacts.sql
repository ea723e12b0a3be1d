-- One contact per account, with its outcome.
insert into story_entries (account_id, lead_id, is_conversation, id, kind, actor_kind, actor_id, channel, outcome)
select distinct on (account_id) account_id, id, true, id, 'contact', 'user', user_id, 'whatsapp', 'respondeu' from leads
 where user_id is not null order by account_id, id;
