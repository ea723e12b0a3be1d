const importedFile = [
  'Nome;Telefone;E-mail;Valor;Etapa;Apelido',
  'Janaína Conceição;(11) 98765-4321;janaina@exemplo.com.br;R$ 1.234,56;Proposta;Jana',
  'Bruno Lima;11 3333-4444;;1.500,00;;',
  ';;;;;Sem contato',
].join('\n')

// An account has one import that has not started, so each size has its own account.
export const importScenes = [
  { account: 'many', only: 1440 },
  { account: 'one', only: 390 },
].map(scene => ({
  ...scene,
  name: 'import-check',
  path: '/dashboard/importar',
  fullPage: true,
  act: async ({ page }) => {
    const file = { name: 'feira.csv', mimeType: 'text/csv', buffer: Buffer.from(importedFile) }
    await page.getByLabel('Planilha de leads').setInputFiles(file)
    await page.getByRole('heading', { name: 'Confira' }).waitFor()
    await page.getByLabel('Origem dos dados').selectOption('Indicação')
    await page.getByText('Sem uma escolha').waitFor({ state: 'hidden' })
  },
}))
