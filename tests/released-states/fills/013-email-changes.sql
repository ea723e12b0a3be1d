update identities set new_email = 'bruno.novo@exemplo.com.br', new_email_until = now() + interval '20 hours',
                 new_email_tokens = array[sha256(convert_to(rpad('email-of-02', 43, 'x'), 'UTF8'))]
 where email = 'bruno@exemplo.com.br';
update accounts set is_demonstration = true where id::text like '%08';
