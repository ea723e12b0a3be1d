-- The owner is reminded of open requests of data subjects before their deadlines, each time once.
alter table privacy_requests add column reminders smallint not null default 0;

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('assigned', 'captured', 'joined', 'imported', 'quarantined', 'deadline'));

create function notify_of_deadline() returns trigger language plpgsql as $$
begin
  perform add_notification(new.account_id, u.id, 'deadline', new.id, null, 1)
     from users u where u.account_id = new.account_id and u.team_role = 'owner';
  return null;
end $$;
create trigger privacy_requests_notices after update of reminders on privacy_requests for each row
  when (new.reminders > old.reminders) execute function notify_of_deadline();
