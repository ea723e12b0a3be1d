-- One lead per account is lost for a reason, with a note.
update leads l set lost_reason_id = r.id, lost_note = 'Voltar em março', version = version + 1
  from lost_reasons r where r.account_id = l.account_id and r.nome = 'Prazo' and l.stage = 'perdido' and l.id::text like '%-a%';
