import { randomUUID } from 'node:crypto'
import { managersWithAccess, row, type Statuses } from './row.ts'

/** No caller has this import, so those with permission get 404. */
const ofNoAccount: Statuses = [401, 404, 402, 404, 403, 403, 402, 403, 404, 404]
const ofAnyImport = () => ({ params: { id: randomUUID() } })

export const importRows = {
  'imports.list': row(managersWithAccess),
  'imports.find': row(ofNoAccount, ofAnyImport),
  'imports.create': row([401, 201, 402, 201, 403, 403, 402, 403, 201, 201], () => ({
    body: { fileName: 'leads.csv', bytes: 10 },
  })),
  'imports.upload': row(ofNoAccount, () => ({ params: { id: randomUUID(), part: '0' } })),
  'imports.configure': row(ofNoAccount, () => ({ ...ofAnyImport(), body: {} })),
  'imports.start': row(ofNoAccount, ofAnyImport),
  'imports.cancel': row(ofNoAccount, ofAnyImport),
  'imports.undo': row(ofNoAccount, ofAnyImport),
  'imports.failedRows': row(ofNoAccount, ofAnyImport),
}
