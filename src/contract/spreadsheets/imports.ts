import { endpoint } from '../endpoint.ts'
import { LeadIdParams } from '../leads/lead.ts'
import { IntegerParam } from '../values/query.ts'
import { z } from '../zod.ts'
import { Import, ImportOptions, importPartBytes, NewImport } from './import.ts'

const params = LeadIdParams

export const importsApi = {
  list: endpoint({
    method: 'GET',
    path: '/imports',
    access: 'leads.import',
    summary: 'The last fifty imports, newest first',
    status: 200,
    response: z.object({ imports: z.array(Import) }),
  }),
  find: endpoint({
    method: 'GET',
    path: '/imports/:id',
    access: 'leads.import',
    summary: 'One import with its check, progress and result',
    params,
    status: 200,
    response: Import,
  }),
  create: endpoint({
    method: 'POST',
    path: '/imports',
    access: 'leads.import',
    summary: 'Begins an import; the file follows in parts',
    body: NewImport,
    status: 201,
    response: Import,
  }),
  upload: endpoint({
    method: 'PUT',
    path: '/imports/:id/parts/:part',
    access: 'leads.import',
    summary: 'Uploads one part of the file, up to 1 MB; repeating it replaces it',
    params: z.object({ ...params.shape, part: IntegerParam(0, 29, 0) }),
    bytes: true,
    bodyLimit: importPartBytes,
    status: 204,
  }),
  configure: endpoint({
    method: 'PATCH',
    path: '/imports/:id',
    access: 'leads.import',
    summary: 'Reads the uploaded file, or reads it again with other options, and checks it without writing leads',
    params,
    body: ImportOptions,
    status: 200,
    response: Import,
  }),
  start: endpoint({
    method: 'POST',
    path: '/imports/:id/start',
    access: 'leads.import',
    summary: 'Starts a checked import in the background',
    params,
    status: 200,
    response: Import,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/imports/:id/cancel',
    access: 'leads.import',
    summary: 'Ends an import after its current batch; leads that were written stay',
    params,
    status: 200,
    response: Import,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/imports/:id/undo',
    access: 'leads.import',
    summary: 'Undoes an import within 30 days; leads changed since stay as they are',
    params,
    status: 200,
    response: Import,
  }),
  failedRows: endpoint({
    method: 'GET',
    path: '/imports/:id/failed-rows',
    access: 'leads.import',
    summary: 'The rows that were not imported and why, as a file that can be imported',
    params,
    weight: 'export',
    status: 200,
    fileMediaType: 'text/csv',
  }),
}
