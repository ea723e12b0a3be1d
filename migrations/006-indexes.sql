-- Like 004, with the search text: a late page of a frequent word reads only its own twenty leads. The longest possible text
-- has 2.4 kB, which an index row can hold.
drop index leads_everywhere;
create index leads_everywhere on leads (created_at desc, id desc, account_id) include (status, busca);

-- Leads with text beyond ASCII, of which there are few after normalization. A search for two letters uses the trigrams that
-- start with them; these can be listed for ASCII only, so this index covers the other leads.
create index leads_beyond_ascii on leads (account_id, id) where busca ~ '[^\x01-\x7f]';
