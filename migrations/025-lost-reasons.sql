-- Why leads were lost: the reasons of each account, and the reason and note of each lost lead.

create table lost_reasons (
  account_id  uuid not null references accounts on delete cascade,
  id          uuid not null default gen_random_uuid(),
  nome        text not null,
  position    integer not null,
  -- An archived reason is no longer offered, but still names the leads that have it.
  archived_at timestamptz,
  primary key (account_id, id)
);

create function add_default_lost_reasons(account uuid) returns void language sql as $$
  insert into lost_reasons (account_id, nome, position)
  select account, nome, position
    from unnest(array['Preço', 'Sem orçamento agora', 'Escolheu um concorrente', 'Sumiu', 'Não era o perfil', 'Prazo', 'Outro'])
         with ordinality as reason (nome, position)
$$;
create function begin_lost_reasons() returns trigger language plpgsql as $$
begin
  perform add_default_lost_reasons(new.id);
  return null;
end $$;
create trigger accounts_lost_reasons after insert on accounts for each row execute function begin_lost_reasons();
select add_default_lost_reasons(id) from accounts;

-- Both null while a lost lead is without a reason, and for every other lead. A reason is archived, never deleted.
alter table leads
  add column lost_reason_id uuid,
  add column lost_note      text,
  add constraint leads_lost_reason foreign key (account_id, lost_reason_id) references lost_reasons (account_id, id) not valid;

-- A lead that leaves the stage is no longer lost for that reason. Whichever door moves it, this trigger sees it.
create function end_lost_reason() returns trigger language plpgsql as $$
begin
  new.lost_reason_id := null;
  new.lost_note := null;
  return new;
end $$;
create trigger leads_lost_end before update on leads for each row
  when (old.stage = 'perdido' and new.stage <> 'perdido') execute function end_lost_reason();

alter table story_entries
  add column lost_reason_id uuid,
  drop constraint story_entries_kind_check,
  add constraint story_entries_kind_check check (kind in
    ('created', 'imported', 'restored', 'removed', 'stage', 'assigned', 'value', 'note', 'step', 'lost', 'contact'));

create function tell_lost_reason() returns trigger language plpgsql as $$
begin
  insert into story_entries (account_id, lead_id, is_conversation, kind, actor_kind, actor_id, lost_reason_id, text)
  values (new.account_id, new.id, false, 'lost', actor_kind(), actor_id(), new.lost_reason_id, new.lost_note);
  return null;
end $$;
create trigger leads_lost_story after update on leads for each row
  when (new.stage = 'perdido' and (old.lost_reason_id is distinct from new.lost_reason_id
        or old.lost_note is distinct from new.lost_note))
  execute function tell_lost_reason();
