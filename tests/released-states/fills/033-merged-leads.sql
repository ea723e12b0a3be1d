-- Each lead in the trash was merged into another lead of its account.
update removed_leads r set merged_into = (select l.id from leads l where l.account_id = r.account_id order by l.id limit 1)
 where r.lead is not null and exists (select from leads l where l.account_id = r.account_id);
