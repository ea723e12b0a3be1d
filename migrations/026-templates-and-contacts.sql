-- Ready messages of each account, and what a seller opened to talk to a lead.

-- Checked in a transaction of its own, which lets leads be written meanwhile.
alter table leads validate constraint leads_lost_reason;

create table message_templates (
  account_id uuid not null references accounts on delete cascade,
  id         uuid not null default gen_random_uuid(),
  nome       text not null,
  texto      text not null,
  position   integer not null,
  primary key (account_id, id)
);

create function add_default_templates(account uuid) returns void language sql as $$
  insert into message_templates (account_id, nome, texto, position)
  values (account, 'Primeiro contato', 'Olá, {primeiro_nome}! Aqui é {vendedor}. Podemos conversar sobre {servico}?', 1),
         (account, 'Proposta enviada',
          'Olá, {primeiro_nome}! Enviei a proposta de {valor}. Ficou alguma dúvida?', 2),
         (account, 'Retomar a conversa',
          'Olá, {primeiro_nome}! Tudo bem? Ainda faz sentido conversarmos sobre {servico}?', 3)
$$;
create function begin_templates() returns trigger language plpgsql as $$
begin
  perform add_default_templates(new.id);
  return null;
end $$;
create trigger accounts_templates after insert on accounts for each row execute function begin_templates();
select add_default_templates(id) from accounts;

-- With kind 'contact': what was opened, and how it went. Opening says nothing about a talk, so the outcome is null until the
-- seller gives it.
alter table story_entries
  add column channel text check (channel in ('whatsapp', 'telefone', 'email')),
  add column outcome text check (outcome in ('respondeu', 'sem-resposta', 'numero-errado', 'proposta'));
