-- Whom to talk to now. Each lead is in one of the two indexes: with a next step by its day, without one by how long it has
-- been in its stage.
create index leads_with_step on leads (account_id, user_id, next_step_day, next_step_time, id) where next_step_day is not null;
create index leads_without_step on leads (account_id, user_id, stage, stage_since, id) where next_step_day is null;
