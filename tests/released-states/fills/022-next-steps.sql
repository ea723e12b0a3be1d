-- One lead per account has a next step.
update leads set next_step_kind = 'ligar', next_step_day = '2026-11-23', next_step_time = '14:30', version = version + 1
 where id::text like '%-a003-%';
