-- Each account has an open request, settings, an erased contact and a lead whose person may not be contacted.
insert into privacy_requests (account_id, id, protocol, kind, requester, phone, email, verified_how, received_on, due_on, created_by)
select account_id, id, 'LGPD-2026-TESTE222', 'acesso', 'Ana', '11987654321', 'ana@exemplo.com.br', 'Por telefone', '2026-11-20',
       '2026-12-05', id
  from users where team_role = 'owner' and status = 'active';
insert into privacy_settings (account_id, lost_months) select id, 24 from accounts;
insert into erasure_keys (account_id, key) select id, sha256(uuid_send(id)) from accounts;
insert into erasures (account_id, key_hash, at) select account_id, erasure_hash(key, '21900000000'), '2026-11-20' from erasure_keys;
update leads set origem = 'indicacao', base_legal = 'contrato', nao_contatar = true where id::text like '%-a002-%';
