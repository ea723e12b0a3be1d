-- Figures of reports, kept like lead_totals: a report of 100,000 leads reads as many rows as one of 1,000. A won or lost lead counts
-- in the month in which it entered its stage, by the calendar of its account; an open one in the month of its expected closing.
create table report_totals (
  account_id      uuid not null references accounts on delete cascade,
  -- First day. '-infinity' for open leads without an expected closing.
  month           date not null,
  -- The zero uuid stands for leads without a responsible member, or without a reason.
  owner_key       uuid not null,
  stage           text not null,
  lost_reason_key uuid not null,
  count           bigint not null,
  valor_centavos  bigint not null,
  primary key (account_id, month, owner_key, stage, lost_reason_key)
) with (fillfactor = 50);

create function report_month(stage text, stage_since timestamptz, data_fechamento date, timezone text) returns date
  language sql immutable parallel safe
  return case when stage in ('ganho', 'perdido') then date_trunc('month', stage_since at time zone timezone)::date
              else coalesce(date_trunc('month', data_fechamento::timestamp)::date, '-infinity'::date) end;

create function rebuild_report_totals(account uuid) returns void language sql as $$
  delete from report_totals where account_id = account;
  insert into report_totals (account_id, month, owner_key, stage, lost_reason_key, count, valor_centavos)
  select l.account_id, report_month(l.stage, l.stage_since, l.data_fechamento, a.timezone), owner_key(l.user_id), l.stage,
         owner_key(l.lost_reason_id), count(*), sum(l.valor_servico_centavos)
    from leads l join accounts a on a.id = l.account_id
   where l.account_id = account and l.stage <> 'nurturing'
   group by 1, 2, 3, 4, 5
$$;

-- Writers of leads wait until the totals are built.
lock table leads in share row exclusive mode;
select rebuild_report_totals(id) from accounts;

-- Rows are written in key order, so that writers do not deadlock. Accounts that are being deleted are omitted; offset keeps the
-- lookup from becoming a join that scans all accounts.
create function add_to_report_totals() returns trigger language plpgsql as $$
begin
  insert into report_totals as t (account_id, month, owner_key, stage, lost_reason_key, count, valor_centavos)
  select r.account_id, report_month(r.stage, r.stage_since, r.data_fechamento, a.timezone), owner_key(r.user_id), r.stage,
         owner_key(r.lost_reason_id), count(*), sum(r.valor_servico_centavos)
    from new_rows r cross join lateral (select timezone from accounts where id = r.account_id offset 0) a
   where r.stage <> 'nurturing'
   group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (account_id, month, owner_key, stage, lost_reason_key) do update
    set count = t.count + excluded.count, valor_centavos = t.valor_centavos + excluded.valor_centavos;
  return null;
end $$;

create function take_from_report_totals() returns trigger language plpgsql as $$
begin
  insert into report_totals as t (account_id, month, owner_key, stage, lost_reason_key, count, valor_centavos)
  select r.account_id, report_month(r.stage, r.stage_since, r.data_fechamento, a.timezone), owner_key(r.user_id), r.stage,
         owner_key(r.lost_reason_id), -count(*), -sum(r.valor_servico_centavos)
    from old_rows r cross join lateral (select timezone from accounts where id = r.account_id offset 0) a
   where r.stage <> 'nurturing'
   group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (account_id, month, owner_key, stage, lost_reason_key) do update
    set count = t.count + excluded.count, valor_centavos = t.valor_centavos + excluded.valor_centavos;
  return null;
end $$;

create function move_in_report_totals() returns trigger language plpgsql as $$
begin
  insert into report_totals as t (account_id, month, owner_key, stage, lost_reason_key, count, valor_centavos)
  select r.account_id, report_month(r.stage, r.stage_since, r.data_fechamento, a.timezone), owner_key(r.user_id), r.stage,
         owner_key(r.lost_reason_id), sum(r.sign), sum(r.sign * r.valor_servico_centavos)
    from (
      select account_id, stage, stage_since, data_fechamento, user_id, lost_reason_id, valor_servico_centavos, -1 as sign
        from old_rows
      union all
      select account_id, stage, stage_since, data_fechamento, user_id, lost_reason_id, valor_servico_centavos, 1
        from new_rows
    ) r cross join lateral (select timezone from accounts where id = r.account_id offset 0) a
   where r.stage <> 'nurturing'
   group by 1, 2, 3, 4, 5 having sum(r.sign) <> 0 or sum(r.sign * r.valor_servico_centavos) <> 0
   order by 1, 2, 3, 4, 5
  on conflict (account_id, month, owner_key, stage, lost_reason_key) do update
    set count = t.count + excluded.count, valor_centavos = t.valor_centavos + excluded.valor_centavos;
  return null;
end $$;

-- Triggers of one event run in order of their names: after the feed, which locks the account's leads.
create trigger leads_reports_insert after insert on leads
  referencing new table as new_rows for each statement execute function add_to_report_totals();
create trigger leads_reports_update after update on leads
  referencing old table as old_rows new table as new_rows for each statement execute function move_in_report_totals();
create trigger leads_reports_delete after delete on leads
  referencing old table as old_rows for each statement execute function take_from_report_totals();

-- Another calendar begins its months at other moments. The lock keeps writers of leads away, who would use the former one.
create function move_report_months() returns trigger language plpgsql as $$
begin
  perform from live where account_id = new.id for update;
  perform rebuild_report_totals(new.id);
  return null;
end $$;
create trigger accounts_report_months after update on accounts for each row
  when (old.timezone <> new.timezone) execute function move_report_months();
