-- Each account has a backup that its owner asked for, and an outage that its owner was told of.
insert into account_backups (account_id, id, kind, created_at, day, seq, verified_at)
select id, '00000000-0000-7000-8000-0000000000b2', 'manual', '2026-11-23 15:00:00Z', '2026-11-23', 2, '2026-11-23 15:00:01Z'
  from accounts;
insert into account_backup_outages (account_id, since) select id, '2026-11-21 06:00:00Z' from accounts;
update account_backup_outages set told_at = '2026-11-23 06:00:00Z';
