-- Each account has fiscal data: one of a person, the others of a company.
insert into fiscal_data (account_id, tax_id, legal_name, cep, street, number, complement, district, city, state, updated_by, updated_at)
select a.id, case when a.id::text like '%02' then '52998224725' else '12ABC34501DE35' end, 'Padaria Sol Ltda.', '01310100',
       'Avenida Paulista', '1000', 'Sala 12', 'Bela Vista', 'São Paulo', 'SP',
       (select id from users u where u.account_id = a.id order by id limit 1), '2026-11-23'
  from accounts a;
update fiscal_data set tax_id_refused = true where tax_id ~ '[A-Z]';
