-- Builds indexes concurrently.
-- Whom to talk to now. Each lead is in one of the two indexes: with a next step by its day, without one by how long it has
-- been in its stage.
create index concurrently leads_with_step on leads (account_id, user_id, next_step_day, next_step_time, id)
  where next_step_day is not null;
create index concurrently leads_without_step on leads (account_id, user_id, stage, stage_since, id)
  where next_step_day is null;
-- Serves the foreign key of lost reasons, and their counts.
create index concurrently leads_lost_reasons on leads (account_id, lost_reason_id) where stage = 'perdido'
