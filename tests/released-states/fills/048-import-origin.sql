-- The people of the finished import gave their consent on WhatsApp.
update imports set origem = 'whatsapp', base_legal = 'consentimento';
