import { unknownStatus } from '../leads/lead-filters.ts'
import { firstStage, stages } from '../leads/lead-status.ts'
import { type LeadOrigin, leadOrigins, leadPrivacyFields, legalBases, unknownOrigin } from '../privacy/lead-privacy.ts'
import { Timestamp } from '../values/date-inputs.ts'
import { RequiredText } from '../values/text.ts'
import { z } from '../zod.ts'

export const maxImportBytes = 30_000_000
export const maxImportRows = 100_000
/** Size of the parts in which a file is uploaded. */
export const importPartBytes = 1_000_000

/** What a column can become. `extra` adds "Heading: value" to the description. */
export const importTargets = [
  'nome',
  'negocio',
  'telefone',
  'email',
  'descricaoServico',
  'valorServico',
  'status',
  'formaPagamento',
  'prazoEntrega',
  'dataProspeccao',
  'dataFechamento',
  'origem',
  'baseLegal',
  'id',
  'extra',
] as const
export const ImportTarget = z.enum(importTargets)
export type ImportTarget = z.infer<typeof ImportTarget>

export const importTargetLabels: Record<ImportTarget, string> = {
  nome: 'Nome',
  negocio: 'Negócio',
  telefone: 'Telefone',
  email: 'E-mail',
  descricaoServico: 'Descrição do serviço',
  valorServico: 'Valor',
  status: 'Etapa',
  formaPagamento: 'Forma de pagamento',
  prazoEntrega: 'Prazo de entrega',
  dataProspeccao: 'Data de prospecção',
  dataFechamento: 'Data de fechamento',
  origem: 'Origem dos dados',
  baseLegal: 'Base legal',
  id: 'ID do Fechou',
  extra: 'Juntar à descrição',
}

/** How the numbers or dates of a column are read. */
export const columnReadings = ['br', 'us', 'dmy', 'mdy'] as const
export const ColumnReading = z.enum(columnReadings)
export type ColumnReading = z.infer<typeof ColumnReading>

export const ImportColumn = z.object({
  heading: z.string(),
  /** The first values that differ. */
  samples: z.array(z.string()),
  target: z.nullable(ImportTarget),
  /** Null where neither numbers nor dates are read. */
  reading: z.nullable(ColumnReading),
  /** Whether the values prove the reading. Otherwise it is the Brazilian one. */
  isProven: z.boolean(),
})
export type ImportColumn = z.infer<typeof ImportColumn>

export const encodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const
export const Encoding = z.enum(encodings)
export type Encoding = z.infer<typeof Encoding>

export const separators = [';', ',', '\t', '|'] as const
export const Separator = z.enum(separators)
export type Separator = z.infer<typeof Separator>

/** How the file is read. `encoding` and `separator` are null for a workbook, `sheet` for text. */
export const ImportLayout = z.object({
  encoding: z.nullable(Encoding),
  separator: z.nullable(Separator),
  sheet: z.nullable(z.string()),
  /** Number of the row with the headings; 0 without headings. */
  headerRow: z.int(),
})
export type ImportLayout = z.infer<typeof ImportLayout>

/** What happens to a row whose lead exists. */
export const duplicatePolicies = ['skip', 'fill', 'overwrite', 'create'] as const
export const DuplicatePolicy = z.enum(duplicatePolicies)
export type DuplicatePolicy = z.infer<typeof DuplicatePolicy>

/** Where the people of a file may come from. That they were imported is known without a choice. */
export const importOrigins = leadOrigins.filter(
  (origin): origin is Exclude<LeadOrigin, 'importado'> => origin !== 'importado',
)

export const importStates = [
  'uploading',
  'reading',
  'checking',
  'ready',
  'running',
  'done',
  'canceled',
  'undoing',
  'undone',
  'failed',
] as const
export const ImportState = z.enum(importStates)
export type ImportState = z.infer<typeof ImportState>

/** States in which the server is working. */
export const workingStates: readonly ImportState[] = ['reading', 'checking', 'running', 'undoing']

export const ImportProblem = z.object({ line: z.int(), name: z.string(), reason: z.string() })
export type ImportProblem = z.infer<typeof ImportProblem>

/** Result of the check: what an import would do. Nothing is written before it starts. */
export const ImportCheck = z.object({
  new: z.int(),
  /** Rows whose phone, e-mail or ID an existing lead has. */
  matching: z.int(),
  /** Rows whose phone or e-mail an earlier row of the file has. */
  repeated: z.int(),
  /** Rows that become leads without some of the fields. */
  incomplete: z.int(),
  invalid: z.int(),
  /** Rows about people who were erased; they are not stored. */
  erased: z.optional(z.int()),
  /** New leads that the plan holds; null without a limit. */
  room: z.nullable(z.int()),
  unknownStages: z.array(z.string()),
  problems: z.array(ImportProblem),
  incompleteRows: z.array(ImportProblem),
})
export type ImportCheck = z.infer<typeof ImportCheck>

export const ImportResult = z.object({
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /** Rows about people who were erased. */
  erased: z.int(),
})
export type ImportResult = z.infer<typeof ImportResult>

export const UndoResult = z.object({
  /** New leads that were moved to the trash. */
  removed: z.int(),
  /** Changed leads that have their earlier values again. */
  restored: z.int(),
  /** Leads that were changed since the import and stay as they are. */
  kept: z.int(),
  keptLeads: z.array(z.object({ _id: z.uuid(), nome: z.string() })),
})
export type UndoResult = z.infer<typeof UndoResult>

export const Import = z.object({
  _id: z.uuid(),
  fileName: z.string(),
  bytes: z.int(),
  createdAt: Timestamp,
  createdBy: z.string(),
  state: ImportState,
  /** Reason of `failed`. */
  error: z.nullable(z.string()),
  layout: z.nullable(ImportLayout),
  sheets: z.array(z.string()),
  columns: z.array(ImportColumn),
  policy: DuplicatePolicy,
  defaultStage: z.enum(stages),
  /** What new leads get where the file says nothing, and others where they have nothing. */
  origem: z.nullable(z.enum(importOrigins)),
  baseLegal: z.nullable(z.enum(legalBases)),
  check: z.nullable(ImportCheck),
  /** Rows below the headings, and how many of them the current work has covered. */
  total: z.int(),
  done: z.int(),
  result: ImportResult,
  finishedAt: z.nullable(Timestamp),
  /** Until when the import can be undone; null if it cannot. */
  undoUntil: z.nullable(Timestamp),
  undo: z.nullable(UndoResult),
})
export type Import = z.infer<typeof Import>

export const NewImport = z.object({
  fileName: RequiredText(255, 'Informe o nome do arquivo'),
  bytes: z
    .int({ error: 'Informe o tamanho do arquivo' })
    .check(
      z.gte(1, { error: 'O arquivo está vazio.' }),
      z.lte(maxImportBytes, { error: 'O arquivo passa de 30 MB. Divida-o em partes menores.' }),
    ),
})

const invalid = { error: 'Opção inválida' }

/** Changes of how a file is read and what its columns become. Absent parts stay. */
export const ImportOptions = z.object({
  layout: z.optional(
    z.partial(
      z.object({
        encoding: z.enum(encodings, invalid),
        separator: z.enum(separators, invalid),
        sheet: RequiredText(100),
        headerRow: z.int(invalid).check(z.gte(0, invalid), z.lte(200, invalid)),
      }),
    ),
  ),
  columns: z.optional(
    z
      .array(
        z.object({
          target: z.nullable(z.enum(importTargets, invalid)),
          reading: z.nullable(z.enum(columnReadings, invalid)),
        }),
        invalid,
      )
      .check(z.maxLength(300, invalid)),
  ),
  policy: z.optional(z.enum(duplicatePolicies, invalid)),
  defaultStage: z.optional(z.enum(stages, unknownStatus)),
  origem: z.optional(z.nullable(z.enum(importOrigins, unknownOrigin))),
  baseLegal: leadPrivacyFields.baseLegal,
})
export type ImportOptions = z.output<typeof ImportOptions>

export const defaultImportStage = firstStage
