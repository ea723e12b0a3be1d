-- Owners can ask for a backup between the daily ones.
alter table account_backups drop constraint account_backups_kind_check;
alter table account_backups add constraint account_backups_kind_check check (kind in ('daily', 'manual', 'before-restore'));

-- Accounts whose backups fail, until one is verified again. Their owner is told of it once.
create table account_backup_outages (
  account_id uuid not null references accounts on delete cascade,
  id         uuid not null default gen_random_uuid(),
  -- When the last backup was verified; without one, when the first one failed.
  since      timestamptz not null,
  told_at    timestamptz,
  primary key (account_id)
);

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('assigned', 'captured', 'joined', 'imported', 'quarantined', 'deadline', 'backups-failing'));

create function notify_of_backup_outage() returns trigger language plpgsql as $$
begin
  perform add_notification(new.account_id, u.id, 'backups-failing', new.id, null, 1)
     from users u where u.account_id = new.account_id and u.team_role = 'owner';
  return null;
end $$;
create trigger account_backup_outages_notices after update of told_at on account_backup_outages for each row
  when (old.told_at is null and new.told_at is not null) execute function notify_of_backup_outage();
