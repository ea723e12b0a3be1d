import { literal } from '../../db/client.ts'

/** Collects the parameters of a statement. `bind` stores a value and returns its placeholder. */
export class SqlBuilder {
  readonly values: unknown[] = []
  bind(value: unknown): string {
    return `$${this.values.push(value)}`
  }
}

/** Writes values into the text, for statements that cannot take parameters. */
export class LiteralSqlBuilder extends SqlBuilder {
  override bind(value: string): string {
    return literal(value)
  }
}
