-- One lead of each account has nobody responsible.
update leads set user_id = null where status = 'qualificando' and id::text like '%-a002-%';
