export { paths } from '#contract/screens.ts'
