// Constants, functions and components without schemas that every page with a form shares, and those of pages about leads.
const plainValues =
  /\/src\/contract\/(zod|auth\/mailed-link|values\/(numbers|storable))\.ts$|\/src\/web\/(lib\/window\/when-idle|ui\/(notice|fields\/field))\.tsx?$/
const leadValues = /\/src\/contract\/(values\/dates|leads\/(lead-status|filter-readers))\.ts$/

const textSchemas = /\/src\/contract\/values\/text\.ts$/
const leadSchemas = /\/src\/contract\/(values\/(date-inputs|id|query)|leads\/lead-filters)\.ts$/

const sharedWithLanding =
  /\/src\/contract\/(auth\/auth|billing\/entitlements)\.ts$|\/src\/web\/(lib\/requests\/http\.ts|ui\/badge\.tsx)$/

// Pieces that the landing page shares with the pages of leads, whose files it does not load.
const pieces =
  /\/src\/(contract\/values\/money|web\/lead-display\/stage-(icon|styles))\.tsx?$|\/lucide-react\/.*\/icons\/(check|chevron-down)\.mjs$/

const billing = /\/src\/(contract\/billing\/billing|web\/billing\/(format-price|kept-promises))\.tsx?$/

const forms =
  /\/node_modules\/(react-hook-form|@hookform)\/|\/src\/web\/(ui\/fields\/text-field|forms\/apply-server-errors)\.tsx?$/

const authPages =
  /\/src\/(contract\/auth\/auth-forms|web\/(auth\/auth-layout|ui\/fields\/password-field|forms\/password-hint))\.tsx?$/

// What every page of a session loads, or many of them, so that its pages share one file.
const signedIn = new RegExp(
  [
    String.raw`/src/web/(app/signed-in-shell|shell/(account-header|theme)|ui/(loading/load-error|initials)|ui/fields/(select|search)-field)\.tsx?$`,
    String.raw`/src/web/(lib/(url/use-url-params|window/scroll-to-middle)|ui/overlays/use-scroll-lock|forms/(restored-draft-notice|use-debounced-input))\.tsx?$`,
    String.raw`/src/web/(team/(api|team-context)|stage-limits/api|billing/checkout/checkout-banner|lead-display/stage-badge)\.tsx?$`,
    String.raw`/src/web/leads/(cross-tab-refresh|drop-lead|filters/lead-filters|selection/selection)\.ts$|/contract/leads/(lead-name|incomplete-lead)\.ts$`,
    String.raw`/react-query/.*/useQuery\.|/lucide-react/.*/icons/(plus|chevron-(left|right)|file-down)\.`,
  ].join('|'),
)

// What many pages share and the first cards do not need.
const leadContract = /\/src\/contract\/(leads\/lead|privacy\/lead-privacy)\.ts$/
const sharedByPages = new RegExp(
  [
    String.raw`/src/web/(ui/(loading/load-error-notice|relative-time|toasts/show-failure|overlays/menu-button|fields/(date-field|text-area|field-error)))\.tsx?$`,
    String.raw`/src/web/(forms/(use-draft-form|use-new-id|seen-values|save-over)|leads/api-on-demand|leads/lead/form/lead-conflict|(lost-reasons|templates)/api|billing/plans-link)\.tsx?$`,
    String.raw`/src/contract/(values/phone|templates/(templates|fill-template))\.ts$|/node_modules/uuid/`,
    String.raw`/lucide-react/.*/icons/(chevron-down|mail|phone|merge|split|trash|user-round)\.`,
  ].join('|'),
)

// What the pages beside the dashboard share: profile, plans, administration, reports, import.
const otherPages = new RegExp(
  [
    String.raw`/src/web/(profile/(api|profile-layout|section|list-skeleton)|leads/leads-page-layout|shell/section-tabs)\.tsx?$`,
    String.raw`/src/web/(ui/(description-item|failure-notice)|lib/(requests/download-file|url/use-go-back)|lead-display/lead-count)\.tsx?$`,
    String.raw`/src/web/(billing/(renewal|subscription-badge|plan-notice|pending-payment-notice|use-reload-user|pay-open-invoice)|forms/use-setting-(form|write))\.tsx?$`,
    String.raw`/lucide-react/.*/icons/(arrow-left|clock|download|external-link|file-(spreadsheet|text)|upload)\.`,
  ].join('|'),
)

// What the dashboard loads next: around the cards, and then for the lead that opens.
const aroundCards =
  /\/src\/web\/(notifications\/notification-bell|shell\/bottom-bar|leads\/(board\/stage-strip|dashboard\/offline-bar))\.tsx$/
const leadEditor =
  /\/src\/web\/leads\/(contact\/contacting|lead\/(editor\/lead-dialog|menu\/(team-lead-menu|remove-lead))|lost\/why-lost)\.tsx$/

/** A source belongs to the first group that names it or imports it, directly or through others. */
const groups = [
  { name: 'base', tags: ['$initial' as const] },
  // zod and the schemas of single values, which only forms need, and before them what these share with others.
  { name: 'zod', test: /\/node_modules\/zod\// },
  { name: 'values', test: plainValues },
  { name: 'lead-values', test: leadValues },
  { name: 'schemas', test: textSchemas },
  { name: 'lead-schemas', test: leadSchemas },
  // What the landing page shares with the groups below, so that it loads nothing else of them.
  { name: 'link', test: /\/ui\/link-class\.ts$/ },
  { name: 'pieces', test: pieces },
  { name: 'calls', test: sharedWithLanding },
  { name: 'billing', test: billing },
  { name: 'forms', test: forms },
  { name: 'auth', test: authPages },
  { name: 'session', test: /\/app\/session-shell\.tsx$/ },
  // Every page imports the team's calls, but not these schemas.
  { name: 'team-settings', test: /\/contract\/team\/settings\.ts$/ },
  { name: 'signed-in', test: signedIn },
  { name: 'dashboard', test: /\/leads\/dashboard\/dashboard-page\.tsx$/ },
  { name: 'overlays', test: /\/ui\/overlays\/(dialog|confirm-dialog)\.tsx$/ },
  { name: 'menu', test: /\/ui\/overlays\/menu\.tsx$/ },
  { name: 'writes', test: /\/react-query\/.*\/(useMutation|useInfiniteQuery|infiniteQueryOptions)\./ },
  { name: 'lead-contract', test: leadContract },
  { name: 'shared', test: sharedByPages },
  { name: 'other-pages', test: otherPages },
  // Drags by touch and by mouse share the strip that takes a drop.
  { name: 'touch-drag', test: /\/board\/gestures\/touch-drag\.ts$/ },
  { name: 'around-cards', test: aroundCards },
  { name: 'lead-editor', test: leadEditor },
]

/** Groups of sources that share a file. Few large files are smaller than many small ones, and load sooner. */
export const codeGroups = groups.map((group, index) => ({ ...group, priority: groups.length - index }))
