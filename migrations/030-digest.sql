-- The morning mail: at 8 o'clock of the account until its owner chooses another hour, or none.
update accounts set digest_hour = 8 where digest_hour is null;
alter table accounts alter column digest_hour set default 8;

-- The morning mail of each member. A member without a row has had none yet.
create table digests (
  account_id      uuid not null,
  user_id         uuid not null,
  is_wanted       boolean not null default true,
  -- Last day of the account's calendar on which a mail was queued, or there was nothing to say.
  day             date,
  -- Proves in the mail's link that its reader may end the mails.
  unsubscribe_key uuid not null default gen_random_uuid(),
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
