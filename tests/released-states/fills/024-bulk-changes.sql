-- One change of a lead per account, by its owner, with what was before.
insert into bulk_changes (account_id, id, created_by, created_at, kind, result)
select u.account_id, u.id, u.id, '2026-01-05', 'move',
       jsonb_build_object('_id', u.id, 'changed', 1, 'unchanged', 0, 'notFound', '[]'::jsonb)
  from users u where u.team_role = 'owner' and u.status = 'active';
insert into bulk_changed_leads (account_id, bulk_id, lead_id, before, version_after)
select distinct on (b.account_id) b.account_id, b.id, l.id, '{"status": "novo-lead", "dataFechamento": null}', l.version
  from bulk_changes b join leads l on l.account_id = b.account_id;
