-- One account waits for its first boleto.
update accounts
   set pending_payment = '{"plan": "pro", "method": "boleto", "amountCents": 7900, "currency": "brl", "isFirst": true, "expiresAt": "2026-11-26T02:59:00.000Z", "invoice": "in_1"}'
 where id::text like '%03';
