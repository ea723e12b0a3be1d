import { endpoint } from '../endpoint.ts'
import { z } from '../zod.ts'
import { CurrentPassword } from './auth-forms.ts'

export const accountApi = {
  export: endpoint({
    method: 'GET',
    path: '/auth/export',
    access: 'account.export',
    summary: 'All data of the caller as a JSON file',
    weight: 'export',
    status: 200,
    fileMediaType: 'application/json',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/auth/account',
    access: 'account.delete',
    summary: 'Deletes the account and all its data',
    body: z.object({ password: CurrentPassword('Informe sua senha') }),
    callsPaymentProvider: true,
    status: 204,
  }),
}
