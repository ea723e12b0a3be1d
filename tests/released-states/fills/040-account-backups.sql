-- Each account has a backup of one part with a link, and a finished restore of it that changed one lead.
insert into account_backups (account_id, id, kind, created_at, day, seq, leads, bytes, verified_at, loaded_at)
select id, '00000000-0000-7000-8000-0000000000b1', 'daily', '2026-11-22 06:00:00Z', '2026-11-22', 1, 1, 2,
       '2026-11-22 06:00:01Z', '2026-11-22 06:00:02Z'
  from accounts;
insert into account_backup_parts (account_id, backup_id, part, content)
select account_id, id, 0, '\x1f8b' from account_backups;
insert into account_backup_links (token_hash, account_id, backup_id, expires_at)
select sha256(uuid_send(account_id)), account_id, id, '2026-11-22 06:15:00Z' from account_backups;
insert into account_restores (account_id, id, backup_id, backup_at, safety_id, mode, state, created_by, created_at, preview, total,
                              done, result, started_at, finished_at)
select b.account_id, '00000000-0000-7000-8000-0000000000c1', b.id, b.created_at, b.id, 'missing', 'done',
       (select id from users u where u.account_id = b.account_id order by id limit 1), '2026-11-22 07:00:00Z',
       '{"returning": 1, "changing": 0, "removing": 0, "erased": 0}', 1, 1, '{"returning": 1}', '2026-11-22 07:00:01Z',
       '2026-11-22 07:00:02Z'
  from account_backups b;
insert into account_restored_leads (account_id, restore_id, lead_id, action, version_after)
select account_id, id, '00000000-0000-7000-8000-0000000000d1', 'return', 2 from account_restores;
