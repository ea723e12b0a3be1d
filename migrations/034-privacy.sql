-- Rights of the people that leads are about: origin and legal basis of a lead, requests, anonymization, and what brings an
-- erased person back.

alter table leads
  add column origem        text check (origem in ('manual', 'importado', 'formulario', 'api', 'whatsapp', 'indicacao', 'outro')),
  add column base_legal    text check (base_legal in ('consentimento', 'contrato', 'legitimo_interesse', 'obrigacao_legal')),
  add column nao_contatar  boolean not null default false,
  add column anonymized_at timestamptz;

-- Requests of data subjects. An anonymization clears the texts; protocol, kind and dates stay as a record.
create table privacy_requests (
  account_id   uuid not null references accounts on delete cascade,
  id           uuid not null,
  protocol     text not null,
  kind         text not null check (kind in ('confirmacao', 'acesso', 'correcao', 'anonimizacao', 'eliminacao', 'portabilidade',
                 'revogacao', 'oposicao')),
  requester    text,
  phone        text,
  email        text,
  verified_how text,
  received_on  date not null,
  due_on       date not null,
  state        text not null default 'aberto' check (state in ('aberto', 'atendido', 'negado')),
  outcome      text,
  created_by   uuid not null,
  closed_by    uuid,
  closed_at    timestamptz,
  primary key (account_id, id),
  unique (account_id, protocol),
  foreign key (account_id, created_by) references users (account_id, id),
  foreign key (account_id, closed_by) references users (account_id, id)
);
create index privacy_requests_due on privacy_requests (account_id, state, due_on, id);

-- Months after which leads are suggested for anonymization; null suggests none.
create table privacy_settings (
  account_id       uuid primary key references accounts on delete cascade,
  -- Small data processing agents have twice the time for requests (resolution CD/ANPD 2/2022).
  is_small_agent   boolean not null default false,
  lost_months      smallint check (lost_months between 1 and 120),
  nurturing_months smallint check (nurturing_months between 1 and 120),
  no_basis_months  smallint check (no_basis_months between 1 and 120)
);

-- Keyed hashes of phones and e-mails of erased people, with one key per account. An export contains neither.
create table erasure_keys (
  account_id uuid primary key references accounts on delete cascade,
  key        bytea not null
);
create table erasures (
  account_id uuid not null references accounts on delete cascade,
  key_hash   bytea not null,
  at         timestamptz not null,
  primary key (account_id, key_hash)
);

create function erasure_hash(key bytea, contact_key text) returns bytea language sql immutable strict parallel safe as $$
  select sha256(key || convert_to(contact_key, 'UTF8'))
$$;

-- When a person with this phone or e-mail was erased, or null. The body is a string and volatile, so that it reads what was
-- committed while its statement waited for a lock.
create function erased_at(account uuid, phone text, email text) returns timestamptz language plpgsql as $$
begin
  return (
    select max(e.at) from erasure_keys k join erasures e on e.account_id = k.account_id
     where k.account_id = account
       and e.key_hash in (erasure_hash(k.key, phone_key(phone)), erasure_hash(k.key, email_key(email))));
end $$;

-- No writer stores an erased person again. Writers that skip such leads, or add them with a legal basis, ask first.
create function reject_erased_person() returns trigger language plpgsql as $$
begin
  if erased_at(new.account_id, new.telefone, new.email) is not null then
    raise exception 'a lead has the contact of an erased person' using errcode = 'check_violation', constraint = 'person_erased';
  end if;
  return new;
end $$;
create trigger leads_erased_insert before insert on leads for each row execute function reject_erased_person();
create trigger leads_erased_update before update on leads for each row
  when (old.telefone <> new.telefone or old.email <> new.email) execute function reject_erased_person();

-- An anonymized lead keeps its place in the sales figures: everything else stays as the anonymization left it.
create function keep_anonymized() returns trigger language plpgsql as $$
declare kept leads := old;
begin
  kept.version := new.version;
  kept.updated_at := new.updated_at;
  kept.user_id := new.user_id;
  kept.status := new.status;
  kept.stage := new.stage;
  kept.stage_since := new.stage_since;
  kept.stage_since_exact := new.stage_since_exact;
  kept.valor_servico_centavos := new.valor_servico_centavos;
  kept.data_prospeccao := new.data_prospeccao;
  kept.data_fechamento := new.data_fechamento;
  kept.lost_reason_id := new.lost_reason_id;
  return kept;
end $$;
create trigger leads_anonymized before update on leads for each row
  when (old.anonymized_at is not null) execute function keep_anonymized();

-- The end of a note is no new reason.
drop trigger leads_lost_story on leads;
create trigger leads_lost_story after update on leads for each row
  when (new.stage = 'perdido' and old.anonymized_at is not distinct from new.anonymized_at
        and (old.lost_reason_id is distinct from new.lost_reason_id or old.lost_note is distinct from new.lost_note))
  execute function tell_lost_reason();

-- Takes the account's lock, as every writer of the feed does, so that no text outlives an anonymization.
create function reject_text_about_anonymized() returns trigger language plpgsql as $$
begin
  perform from live where account_id = new.account_id for update;
  if exists (select from leads where account_id = new.account_id and id = new.lead_id and anonymized_at is not null) then
    raise exception 'the lead is anonymized' using errcode = 'check_violation', constraint = 'lead_anonymized';
  end if;
  return new;
end $$;
create trigger story_entries_anonymized before insert or update on story_entries for each row
  when (new.text is not null) execute function reject_text_about_anonymized();

-- Rows of an import that were skipped because their people were erased.
alter table imports add column erased bigint not null default 0;
