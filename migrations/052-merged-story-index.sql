-- Builds indexes concurrently.
-- Entries that came from other leads, and those about merges.
create index concurrently story_entries_merged on story_entries using gin (account_id, merged_from)
  where merged_from <> '{}' or kind in ('merged', 'split');
