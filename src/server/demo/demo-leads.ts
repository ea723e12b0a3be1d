import { RestoredLead } from '#contract/leads/lead.ts'
import { firstStage, type Stage, stages, wonStage } from '#contract/leads/lead-status.ts'
import { toLocalDate, toUtcMidnight } from '#contract/values/dates.ts'
import { normalizeForSearch } from '#contract/values/text.ts'
import { z } from '#contract/zod.ts'

/** Deterministic numbers in [0, 1) for a seed (mulberry32). */
const randomNumbers = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const firstNames =
  'Adriana Aline Antônio Beatriz Caio Camila Cláudia Conceição Daniela Débora Edson Eliane Estêvão Fábio Fernanda Flávia Gabriel Glória Heloísa Ícaro Inês Íris Jéssica João Jônatas Josué Júlia Lívia Luís Luísa Márcia Mônica Natália Otávio Patrícia Raíssa Renê Rogério Sérgio Sônia Tainá Teresa Thaís Vinícius Yasmin Zélia'.split(
    ' ',
  )
const lastNames =
  'Almeida Andrade Araújo Assunção Barbosa Brandão Cardoso Conceição Cordeiro Corrêa Damião Esteves Falcão Figueirêdo Galvão Gonçalves Guimarães Leitão Lourenço Magalhães Mendonça Moraes Muñoz Nóbrega Paixão Peçanha Queirós Ribeiro Sá Simões Tavares Teixeira Valença Vasconcelos'.split(
    ' ',
  )

interface Service {
  negocio: string
  descricao: string
  /** BRL. */
  from: number
  to: number
}

const services: Service[] = [
  {
    negocio: 'Padaria Pão Quente do Vale',
    descricao: 'Cardápio digital e pedidos pelo WhatsApp',
    from: 900,
    to: 3200,
  },
  { negocio: 'Clínica Bem-Estar', descricao: 'Site com agendamento online e lembretes', from: 3500, to: 12000 },
  { negocio: 'Auto Peças Ipê', descricao: 'Loja virtual com integração ao estoque', from: 8000, to: 26000 },
  { negocio: 'Studio Açaí & Cia', descricao: 'Identidade visual e embalagens', from: 1800, to: 6500 },
  { negocio: 'Construtora Pinhão', descricao: 'Apresentação comercial e vídeo da obra', from: 9000, to: 48000 },
  { negocio: 'Escola Girassol', descricao: 'Portal de matrículas para o próximo ano letivo', from: 6000, to: 22000 },
  { negocio: 'Ótica Visão Clara', descricao: 'Campanha de inauguração da segunda loja', from: 1200, to: 5400 },
  { negocio: 'Pousada Maré Mansa', descricao: 'Sistema de reservas e fotos dos quartos', from: 4200, to: 15500 },
  { negocio: 'Advocacia Nóbrega & Sá', descricao: 'Reformulação do site e blog jurídico', from: 3800, to: 9800 },
  { negocio: 'Pet Shop Focinho Feliz', descricao: 'Clube de assinatura de banho e tosa', from: 700, to: 2900 },
  { negocio: 'Academia Movimento', descricao: 'Aplicativo de treinos para alunos', from: 12000, to: 39000 },
  {
    negocio: 'Cooperativa Café da Serra',
    descricao: 'Catálogo para exportação em três idiomas',
    from: 5200,
    to: 18000,
  },
  { negocio: 'Contabilidade Exata', descricao: 'Automação do envio de guias aos clientes', from: 2600, to: 8700 },
  { negocio: 'Transportes Rota Sul', descricao: 'Painel de rastreamento para embarcadores', from: 15000, to: 64000 },
  { negocio: 'Floricultura Manacá', descricao: 'Loja virtual para o Dia das Mães', from: 1500, to: 4800 },
]

const payments = ['Pix', 'Boleto', 'Cartão em 3x', 'Cartão em 6x', 'Transferência', '50% na entrada', null]
const deadlines = ['15 dias', '30 dias', '45 dias', 'Até o fim do trimestre', 'A combinar', null]
const areaCodes = ['11', '21', '31', '41', '47', '51', '61', '71', '81', '85', '91', '92']

/** Cumulative share of leads per stage, in stage order. */
const sharesUpTo = [0.24, 0.41, 0.55, 0.67, 0.75, 0.86, 0.95, 1]

const dayMs = 24 * 60 * 60 * 1000

/** Generates leads of the half year before `now`. Deterministic for a seed and a date. */
export const demoLeads = (seed: number, count: number, now: Date): RestoredLead[] => {
  const random = randomNumbers(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const between = (from: number, to: number): number => Math.floor(from + random() * (to - from + 1))
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs - between(0, dayMs / 3))
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('')

  const pickStage = (): Stage => {
    const roll = random()
    return stages[sharesUpTo.findIndex(share => roll < share)] ?? firstStage
  }

  const lead = (): RestoredLead => {
    const nome = `${pick(firstNames)} ${random() < 0.3 ? `${pick(lastNames)} ` : ''}${pick(lastNames)}`
    const service = pick(services)
    const status = pickStage()
    const isEarly = stages.indexOf(status) < 2
    const age = Math.floor(random() ** 1.6 * (isEarly ? 60 : 180)) + 1
    const quiet = Math.floor(random() ** 2 * Math.min(age, 45))
    const mailbox = normalizeForSearch(nome).replace(/ /g, '.')
    const isClosed = status === wonStage
    return z.parse(RestoredLead, {
      _id: `${hex(8)}-${hex(4)}-7${hex(3)}-8${hex(3)}-${hex(12)}`,
      nome,
      negocio: service.negocio,
      telefone: `${pick(areaCodes)}9${between(1000, 9999)}${between(1000, 9999)}`,
      email: `${mailbox}@exemplo.com.br`,
      descricaoServico: service.descricao,
      valorServico: between(service.from * 2, service.to * 2) / 2,
      status,
      formaPagamento: pick(payments),
      prazoEntrega: pick(deadlines),
      dataProspeccao: toUtcMidnight(toLocalDate(daysAgo(age))),
      dataFechamento: isClosed ? toUtcMidnight(toLocalDate(daysAgo(quiet))) : null,
      createdAt: daysAgo(age).toISOString(),
      updatedAt: daysAgo(quiet).toISOString(),
    })
  }
  return Array.from({ length: count }, lead)
}
