-- Builds indexes concurrently.
-- The last won and lost leads of an account, and of one member.
create index concurrently leads_decided on leads (account_id, stage, stage_since desc, id desc) where stage in ('ganho', 'perdido');
create index concurrently leads_decided_of_member on leads (account_id, user_id, stage, stage_since desc, id desc) where stage in ('ganho', 'perdido');
