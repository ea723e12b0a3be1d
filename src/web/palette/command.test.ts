import { expect, it } from 'vitest'
import { type Command, matchCommands } from './command.ts'

const aCommand = (label: string, detail?: string): Command => ({
  id: label,
  group: 'Ir para',
  label,
  ...(detail && { detail }),
  icon: null,
  run: () => undefined,
})

it('finds commands by any of their words, without accents and case', () => {
  const commands = [aCommand('Relatórios'), aCommand('Leads de João', 'responsável'), aCommand('Lista')]
  const found = (text: string) => matchCommands(commands, text).map(({ label }) => label)
  expect(found('')).toEqual(['Relatórios', 'Leads de João', 'Lista'])
  expect(found('RELATORIO')).toEqual(['Relatórios'])
  expect(found('responsavel joao')).toEqual(['Leads de João'])
  expect(found('joao lista')).toEqual([])
})
