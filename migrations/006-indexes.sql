-- As in 004, with the text: the fiftieth page of a common word reads no lead but its own twenty either. A folded text of the
-- longest fields has 2.4 kB, which a row of an index can hold.
drop index leads_everywhere;
create index leads_everywhere on leads (created_at desc, id desc, account_id) include (status, busca);

-- Leads whose text leaves ASCII are few once accents are folded. What an administrator looks for by two letters is found by
-- the trigrams that begin with them, which can be listed while the third is one of ASCII's; the others are these.
create index leads_beyond_ascii on leads (account_id, id) where busca ~ '[^\x01-\x7f]';
