import { readFile } from 'node:fs/promises'
import ts from '@typescript/typescript6'
import { expect, it } from 'vitest'

/**
 * Every text of the specification's sections 5 (validation) and 8 (errors and successes), and the test that makes it
 * appear, by file and name.
 */
type Entry = [text: string, file: string, test: string]

const login = 'src/web/auth/login-page.test.tsx'
const banner = 'src/web/auth/login-banner.test.ts'
const register = 'src/web/auth/register-page.test.tsx'
const session = 'src/web/session/session.test.tsx'
const forgot = 'src/web/auth/forgot-password-page.test.tsx'
const reset = 'src/web/auth/reset-password-page.test.tsx'
const profile = 'src/web/profile/profile-page.test.tsx'
const data = 'src/web/profile/profile-data.test.tsx'
const removeLead = 'src/web/leads/lead/menu/remove-lead.test.tsx'
const admin = 'src/web/admin/admin-page.test.tsx'
const checkout = 'src/web/billing/checkout/checkout.test.tsx'
const invoices = 'src/web/profile/subscription/invoices.test.tsx'
const subscription = 'src/web/profile/subscription/subscription-panel.test.tsx'

const loginFields = 'shows an error under each invalid field and focuses the first'
const registerFields = 'shows every error and focuses the first invalid field'
const resetFields = 'shows an error for each invalid password'
const profileFields = 'shows an error per invalid field and discards the changes on "Cancelar"'
const passwordFields = 'requires the current password, six characters and a matching repetition'
const chosen = '"%s" shows "%s"'
const badFile = 'shows "Erro ao restaurar leads!" for a file that %s and sends nothing'
const deleted = 'shows an error when a lead cannot be deleted, and the lead stays'

const section5: Entry[] = [
  ['E-mail inválido', login, loginFields],
  ['Senha deve ter pelo menos 6 caracteres', login, loginFields],
  ['Nome deve ter pelo menos 2 caracteres', register, registerFields],
  ['E-mail inválido', register, registerFields],
  ['Senha deve ter pelo menos 6 caracteres', register, registerFields],
  ['Senhas não coincidem', register, registerFields],
  ['E-mail inválido', forgot, 'shows an error for an invalid e-mail'],
  ['Senha deve ter pelo menos 6 caracteres', reset, resetFields],
  ['As senhas não coincidem', reset, resetFields],
  ['Nome deve ter pelo menos 2 caracteres', profile, profileFields],
  ['E-mail inválido', profile, profileFields],
  ['Senha atual é obrigatória', profile, passwordFields],
  ['Nova senha deve ter pelo menos 6 caracteres', profile, passwordFields],
  ['Senhas não coincidem', profile, passwordFields],
  ['Tem certeza que deseja excluir este lead?', removeLead, deleted],
]

const section8: Entry[] = [
  ['Sessão expirada', session, 'ends a revoked session, shows a notice and returns to the page after the next login'],
  ['Erro ao fazer login', login, 'shows "Erro ao fazer login" for a failure without a message'],
  ['Erro ao fazer cadastro', register, 'shows "Erro ao fazer cadastro" for a failure without a message'],
  ['Erro ao atualizar perfil', profile, 'preserves the input when saving fails'],
  ['Erro ao alterar senha', profile, 'shows "Erro ao alterar senha" and the reason when the change fails'],
  ['Erro ao recarregar usuário', session, 'shows "Erro ao recarregar usuário" for a failed start without a message'],

  ['Erro de Conexão com o Banco', login, 'for %s shows its own banner'],
  ['Erro de Conexão', login, 'for %s shows its own banner'],
  ['Erro do Servidor', login, 'for %s shows its own banner'],
  ['Erro de Login', login, 'shows the banner until "Tentar Novamente" clears it and preserves the input'],
  ['buffering timed out', banner, chosen],
  ['MongooseError', banner, chosen],
  ['timeout', banner, chosen],
  ['Network Error', banner, chosen],
  ['fetch', banner, chosen],
  ['ECONNREFUSED', banner, chosen],
  ['500', banner, chosen],
  ['Internal Server Error', banner, chosen],
  ['Tentar Novamente', login, 'shows the banner until "Tentar Novamente" clears it and preserves the input'],
  ['Tentar em 5s', login, 'retries five seconds after "Tentar em 5s", with a countdown'],

  ['ID do preço é obrigatório', checkout, 'shows "ID do preço é obrigatório" when the request has no price'],
  ['Erro ao processar assinatura: ', checkout, 'shows "Erro ao processar assinatura: {message}" for any other error'],
  ['Plano não encontrado', checkout, 'shows "Plano não encontrado" for a price that the server does not know'],
  ['Stripe não carregado', checkout, 'shows "Stripe não carregado" when the response has no http URL'],

  [
    'Erro ao buscar leads',
    'src/web/leads/list/lead-list.test.tsx',
    'shows "Erro ao buscar leads" when the tab %s fails to load and loads it on a retry',
  ],
  ['Erro ao criar lead', 'tests/e2e/lead-dialog.spec.ts', 'a failed save preserves the input and can be retried'],
  ['Erro ao atualizar lead', 'tests/e2e/board.spec.ts', 'a rejected move restores card and totals and offers a retry'],
  ['Erro ao deletar lead', removeLead, deleted],
  ['Erro ao sincronizar leads', data, 'shows "Erro ao sincronizar leads." for a failure without a message'],
  ['Erro ao criar lead!', 'tests/e2e/lead-dialog.spec.ts', 'a failed save preserves the input and can be retried'],
  ['Erro ao atualizar lead!', 'tests/e2e/board.spec.ts', 'a rejected move restores card and totals and offers a retry'],
  ['Erro ao deletar lead!', removeLead, deleted],
  ['Erro ao restaurar leads!', data, badFile],

  ['Erro ao buscar usuários', admin, 'stays visible when a later search fails'],
  ['Erro ao buscar faturas', invoices, 'show "Erro ao buscar faturas" when loading fails, and can be retried'],
  [
    'Erro ao buscar histórico de assinaturas',
    invoices,
    'shows "Erro ao buscar histórico de assinaturas" when loading fails, and can be retried',
  ],
  ['Erro ao carregar dados administrativos', admin, 'shows that $path failed and retries'],
  ['Erro ao atualizar perfil. Tente novamente.', profile, 'preserves the input when saving fails'],
  [
    'Erro ao alterar senha. Verifique a senha atual.',
    profile,
    'preserves the input and the session when the current password is wrong',
  ],
  [
    'Erro ao cancelar assinatura. Tente novamente.',
    subscription,
    'shows "Erro ao cancelar assinatura. Tente novamente." when it fails, and can be retried',
  ],
  [
    'Erro ao corrigir status da assinatura',
    subscription,
    'shows "Erro ao corrigir status da assinatura" when it fails',
  ],
  ['Erro desconhecido', admin, 'shows "Erro desconhecido" for a failure without a message'],

  [
    'Erro ao solicitar redefinição de senha.',
    forgot,
    'shows "Erro ao solicitar redefinição de senha." for a failure without a reason',
  ],
  [
    'Erro ao redefinir senha.',
    reset,
    'shows the pending state on the button, and "Erro ao redefinir senha." for a failure without a reason',
  ],
  [
    'Se o e-mail existir, enviaremos as instruções.',
    forgot,
    'shows the default message when the server’s message is empty',
  ],
  ['Senha redefinida com sucesso!', reset, 'shows the default message when the server’s message is empty'],

  ['Perfil atualizado com sucesso!', profile, 'are saved, shown at once and stored'],
  ['Senha alterada com sucesso!', profile, 'succeeds and clears the fields'],
  ['Assinatura cancelada com sucesso.', subscription, 'asks first, then shows the end of access and can be undone'],
  ['Status corrigido com sucesso!', subscription, 'syncs all customers and lists those with a wrong status'],
]

/** Returns the call `it(name, …)`, `it.each(…)(name, …)` or `test(name, …)`. Tags do not belong to the name. */
const findTest = (source: ts.SourceFile, name: string): ts.CallExpression | undefined => {
  let found: ts.CallExpression | undefined
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(it|test)\b/.test(node.expression.getText(source))) {
      const [title] = node.arguments
      if (title && ts.isStringLiteralLike(title) && title.text.replace(/ @[\w-]+$/, '') === name) found = node
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Calls that fail without the text: `expect…(…)`, the queries of Testing Library that throw, and pressing a button. */
const assertion =
  /^(expect|expect[A-Z]\w*|press)\b|^screen\.(get|find)(All)?By\w+$|^within\(.*\)\.(get|find)(All)?By\w+$/

/** A loop over literals whose body asserts each of them. */
const isAssertingLoop = (node: ts.Node, source: ts.SourceFile): boolean =>
  ts.isForOfStatement(node) && /\bexpect\b/.test(node.statement.getText(source))

/** Returns whether a literal of the test contains the text as part of an assertion or of its table of cases. */
const asserts = (test: ts.CallExpression, text: string, source: ts.SourceFile): boolean => {
  const visit = (node: ts.Node, isAsserted: boolean): boolean => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isRegularExpressionLiteral(node))
      if (isAsserted && node.getText(source).replaceAll('\\', '').includes(text)) return true
    const isAssertion = ts.isCallExpression(node) && assertion.test(node.expression.getText(source))
    const isLoop = isAssertingLoop(node, source)
    return (
      ts.forEachChild(node, child => {
        const isTable = isLoop && ts.isArrayLiteralExpression(child)
        return visit(child, isAsserted || isAssertion || isTable)
      }) ?? false
    )
  }
  const [, ...body] = test.arguments
  return visit(test.expression, true) || body.some(part => visit(part, false))
}

it.each([...section5, ...section8])('"%s" is asserted in %s by "%s"', async (text, file, name) => {
  const code = await readFile(new URL(`../${file}`, import.meta.url), 'utf8')
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
  const test = findTest(source, name)
  expect(test && asserts(test, text, source)).toBe(true)
})
