-- Each account has the record of an anonymization by its owner, with the erased contact of the privacy fill.
insert into anonymizations (account_id, at, by_user, lead_ids, key_hashes)
select u.account_id, '2026-11-20', u.id, '{}', array(select key_hash from erasures e where e.account_id = u.account_id)
  from users u where u.team_role = 'owner' and u.status = 'active';
