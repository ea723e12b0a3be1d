import { describe, expect, it } from 'vitest'
import { honeypotName } from '#contract/capture/capture-fields.ts'
import { findProblems, findTooLong, readSubmission, toCapturedLead, toSentFields } from './read-submission.ts'

const read = (body: Record<string, unknown>) => readSubmission(toSentFields(body))
const rules = { required: ['nome', 'telefone'], asksConsent: true } as const

describe('the fields of a submission', () => {
  it.each([
    [{ name: 'Bia', phone: '11 98888-7777', 'e-mail': 'bia@sol.com.br', message: 'Oi' }],
    [{ Nome: 'Bia', WhatsApp: '11 98888-7777', 'E-mail': 'bia@sol.com.br', Mensagem: 'Oi' }],
    [{ full_name: 'Bia', phoneNumber: '11 98888-7777', email: 'bia@sol.com.br', comments: 'Oi' }],
    [{ 'your-name': 'Bia', 'your-phone': '11 98888-7777', 'your-email': 'bia@sol.com.br', 'your-message': 'Oi' }],
    [{ data: { firstName: 'Bia', celular: '11 98888-7777', email: 'bia@sol.com.br', descrição: 'Oi' } }],
    [{ 'form[nome]': 'Bia', 'form[telefone]': '11 98888-7777', 'form[email]': 'bia@sol.com.br', 'form[msg]': 'Oi' }],
    [
      {
        fields: {
          name: { value: 'Bia' },
          tel: { value: '11 98888-7777' },
          email: { value: 'bia@sol.com.br' },
          obs: ['Oi'],
        },
      },
    ],
  ])('are found by the usual names: %j', body => {
    const { fields, extras } = read(body)
    expect(fields).toEqual({
      nome: 'Bia',
      telefone: '11 98888-7777',
      email: 'bia@sol.com.br',
      negocio: '',
      mensagem: 'Oi',
    })
    expect(extras).toEqual([])
  })

  it('keep what a lead has no field for in its description', () => {
    const submission = read({
      firstname: 'Bia',
      lastname: 'Reis',
      email: 'bia@',
      utm_source: 'google',
      idade: 31,
      a: null,
    })
    const lead = toCapturedLead(submission, '2026-11-22')
    expect(lead).toMatchObject({ nome: 'Bia Reis', email: '', origem: 'formulario', dataProspeccao: '2026-11-22' })
    expect(lead.descricaoServico).toBe('E-mail informado: bia@\nutm_source: google\nidade: 31')
  })

  it.each([
    ['sim', true],
    ['on', true],
    [true, true],
    ['não', false],
    ['false', false],
  ])('agree with %j: %j', (value, hasConsent) => {
    expect(read({ nome: 'Bia', consentimento: value }).hasConsent).toBe(hasConsent)
  })

  it('tell a filled honeypot, and drop bytes that no text has', () => {
    expect(read({ nome: 'Bia\u0000', 'a\u0000': 'b\ud800', [honeypotName]: 'x' })).toMatchObject({
      isHoneypotFilled: true,
      fields: { nome: 'Bia' },
      extras: [['a', 'b\ufffd']],
    })
  })
})

describe('a submission', () => {
  it('names what is missing or invalid', () => {
    expect(findProblems(read({ email: 'bia' }), rules)).toEqual({
      nome: 'Preencha: Nome',
      telefone: 'Preencha: Telefone (WhatsApp)',
      email: 'Confira o e-mail, como nome@exemplo.com.br',
      consentimento: 'Marque a caixa para podermos entrar em contato',
    })
    expect(findProblems(read({ nome: 'Bia', telefone: 'sim' }), { required: [], asksConsent: false })).toEqual({
      telefone: 'Este telefone não tem número',
    })
    expect(findProblems(read({ nome: 'Bia', telefone: '11 98888-7777', aceite: 1 }), rules)).toEqual({})
  })

  it('names what is too long, also of all extras together', () => {
    expect(findTooLong(read({ nome: 'B'.repeat(121) }))).toEqual({ nome: 'Use no máximo 120 caracteres' })
    const extras = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`q${index}`, 'x'.repeat(900)]))
    expect(findTooLong(read({ nome: 'Bia', ...extras }))).toEqual({
      mensagem: 'A mensagem e os outros campos passam de 5.000 caracteres',
    })
  })
})
