-- Each account has a brand without a logo, but the second one has everything.
insert into account_brands (account_id, nome, color, updated_by, updated_at)
select a.id, 'Marca da conta', '#7a1fa2', (select id from users u where u.account_id = a.id order by id limit 1), '2026-11-22'
  from accounts a;
update account_brands set logo = '\x89504e47', logo_sha = encode(sha256('\x89504e47'), 'hex')
 where account_id = '00000000-0000-7000-8000-000000000002';
