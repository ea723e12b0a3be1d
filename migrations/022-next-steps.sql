-- The next step of each lead: what its responsible member does next, and when. All null without one. In the row of the lead,
-- so that the board shows it without a join.
alter table leads
  add column next_step_kind text check (next_step_kind in ('whatsapp', 'ligar', 'email', 'visita', 'proposta', 'outro')),
  add column next_step_day  date,
  add column next_step_time time,
  add column next_step_text text,
  add constraint leads_next_step check ((next_step_kind is null) = (next_step_day is null)
    and (next_step_kind is not null or (next_step_time is null and next_step_text is null)));

-- A finished step is told in the story, with its outcome as the text.
alter table story_entries
  add column step_kind text,
  add column step_day  date,
  drop constraint story_entries_kind_check,
  add constraint story_entries_kind_check check (kind in
    ('created', 'imported', 'restored', 'removed', 'stage', 'assigned', 'value', 'note', 'step'));
