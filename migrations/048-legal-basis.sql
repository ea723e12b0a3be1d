-- Where the people of an import come from, and the legal basis of storing them. New leads get both unless the file says more.
alter table imports
  add column origem     text check (origem in ('manual', 'formulario', 'api', 'whatsapp', 'indicacao', 'outro')),
  add column base_legal text check (base_legal in ('consentimento', 'contrato', 'legitimo_interesse', 'obrigacao_legal'));

-- The legal basis of many leads at once.
alter table bulk_changes
  drop constraint bulk_changes_kind_check,
  add constraint bulk_changes_kind_check check (kind in ('move', 'assign', 'remove', 'merge', 'basis'));
