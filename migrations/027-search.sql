-- Builds indexes concurrently.
-- A search also finds leads by part of their phone number, and by what was noted about them.
create index concurrently leads_phone_search on leads using gin (account_id, telefone_chave gin_trgm_ops);
create index concurrently story_entries_search on story_entries using gin (account_id, fold_text(text) gin_trgm_ops)
  where is_conversation and text is not null;
