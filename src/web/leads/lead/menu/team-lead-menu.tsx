import { useTakeLead } from '../use-assign-lead.ts'
import LeadMenu, { type LeadMenuProps } from './lead-menu.tsx'

/** The menu with what a team adds. The landing page shows the plain one. */
export default function TeamLeadMenu(props: LeadMenuProps) {
  const taking = useTakeLead(props.lead)
  return <LeadMenu {...props} onTake={props.onOpen && taking ? () => taking.mutate() : undefined} />
}
