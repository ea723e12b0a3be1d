// SQL conditions for whether a text, or JSON as text, is about the person `p`.

/** What a phone number may be written with, as in phone_key. */
const numbers = String.raw`'\+?\(?[0-9][-0-9 \t().+\u00a0\u2010-\u2015]{7,}'`

/** Numbers are compared as a whole. Without an area code, or where several numbers stand together, their endings are. */
const containsPhone = (text: string): string =>
  `exists (select from regexp_matches(${text}, ${numbers}, 'g') n,
      lateral (select phone_key(n[1]) as key, regexp_replace(n[1], '[^0-9]', '', 'g') as digits offset 0) found
     where found.key = any (p.phones)
        or (length(found.key) < 10 and right(found.key, 8) = any (p.endings))
        or exists (select from unnest(p.endings) e where found.digits like '%' || e
             || case when found.key is null or length(found.key) > 11 then '%' else '_%' end)
        or exists (select from unnest(p.phones) k where length(k) < 10 and right(k, 8) = right(found.key, 8)))`

/** Separates e-mails from what stands around them. The line breaks of JSON are letters after a backslash. */
const containsEmail = (text: string): string =>
  String.raw`exists (select from regexp_split_to_table(lower(regexp_replace(${text}, '\\[bfnrt]', ' ', 'g')), '[][\s<>(){}"“”‘’«»…–—\u0060,;:|/=?&#\\]+') word
     where word = any (p.emails) or btrim(word, '.*!''_~-') = any (p.emails))`

/** The text contains a phone or an e-mail of the person. */
export const contains = (text: string): string => `(${containsPhone(text)} or ${containsEmail(text)})`

const minNameLength = 4

/** The text contains a phone, an e-mail or a name of the person. Shorter names are in too many words. */
export const mentions = (text: string): string =>
  `(${contains(text)} or exists (select from unnest(p.names) n
      where length(n) >= ${minNameLength} and position(n in lower(${text})) > 0))`
