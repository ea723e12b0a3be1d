import * as z from 'zod/mini'

// jitless: zod would otherwise try `new Function`, which a strict Content-Security-Policy reports.
z.config({ ...z.locales.ptBR(), jitless: true })

export { z }
