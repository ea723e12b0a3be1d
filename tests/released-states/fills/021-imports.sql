-- One finished import per account, by its owner, with the row that it created and one that failed.
insert into imports (account_id, id, created_by, created_at, file_name, bytes, state, headings, default_stage, total, created,
                     failed, started_at, finished_at)
select u.account_id, u.id, u.id, '2026-01-05', 'clientes.csv', 100, 'done', '["Nome"]', 'novo-lead', 2, 1, 1, '2026-01-05', '2026-01-05'
  from users u where u.team_role = 'owner' and u.status = 'active';
insert into import_parts (account_id, import_id, part, content) select account_id, id, 0, 'Nome' from imports;
insert into import_chunks (account_id, import_id, first_line, rows) select account_id, id, 1, '[["Nome"], ["Ana"], [null]]' from imports;
insert into import_failures (account_id, import_id, line, reason) select account_id, id, 3, 'Sem nome' from imports;
insert into imported_leads (account_id, import_id, lead_id, version_after)
select distinct on (i.account_id) i.account_id, i.id, l.id, l.version from imports i join leads l on l.account_id = i.account_id;
