import type { RestoreCounts } from '#contract/account-backups/restore.ts'
import { formatCount } from '#contract/values/numbers.ts'

/** Leads that a restore writes. */
export const countsOf = ({ returning, changing, removing }: RestoreCounts): number => returning + changing + removing

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many)

/** What a restore would do, a line per number that is not zero. */
export const previewTexts = ({ returning, changing, removing, erased }: RestoreCounts) =>
  [
    { number: returning, text: plural(returning, 'lead volta', 'leads voltam') },
    { number: changing, text: plural(changing, 'lead volta a ser como era', 'leads voltam a ser como eram') },
    {
      number: removing,
      text: plural(removing, 'lead mais novo vai para a lixeira', 'leads mais novos vão para a lixeira'),
    },
    {
      number: erased,
      text: plural(
        erased,
        'lead fica de fora: a pessoa pediu a exclusão dos dados',
        'leads ficam de fora: as pessoas pediram a exclusão dos dados',
      ),
    },
  ]
    .filter(({ number }) => number > 0)
    .map(({ number, text }) => ({ count: formatCount(number), text }))
