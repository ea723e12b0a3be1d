-- One lead per account was moved, and has a note by its responsible member.
update leads set status = 'negociacao', stage = 'negociacao', version = version + 1
 where status = 'novo-lead' and id::text like '%-a002-%';
insert into story_entries (account_id, lead_id, is_conversation, kind, actor_kind, actor_id, text)
select account_id, id, true, 'note', 'user', user_id, 'Prefere WhatsApp' from leads where id::text like '%-a001-%';
