-- One lead per account has no responsible member.
update leads set user_id = null where status = 'qualificando' and id::text like '%-a002-%';
