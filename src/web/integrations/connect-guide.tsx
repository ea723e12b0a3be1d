import { linkClass } from '#web/ui/link-class.ts'

const tools = [
  {
    name: 'n8n',
    receive: 'Comece o fluxo com o nó Webhook, método POST, e cole a URL de produção dele em um webhook aqui.',
    send: 'Use o nó HTTP Request com autenticação Bearer e a chave de API.',
  },
  {
    name: 'Make',
    receive: 'Comece o cenário com Webhooks › Custom webhook e cole o endereço dele em um webhook aqui.',
    send: 'Use HTTP › Make a request, com o cabeçalho Authorization: Bearer e a chave de API.',
  },
  {
    name: 'Zapier',
    receive: 'Comece o Zap com Webhooks by Zapier › Catch Hook e cole o endereço dele em um webhook aqui.',
    send: 'Use Webhooks by Zapier › Custom Request, com o cabeçalho Authorization: Bearer e a chave de API.',
  },
]

const curl = () => `curl ${location.origin}/api/leads?limit=5 \\
  -H 'Authorization: Bearer fch_…'`

/** How to connect the usual tools. */
export const ConnectGuide = () => (
  <div className="grid grid-cols-1 gap-4">
    <dl className="grid gap-4">
      {tools.map(({ name, receive, send }) => (
        <div key={name}>
          <dt className="font-semibold">{name}</dt>
          <dd className="text-text2">Para receber: {receive}</dd>
          <dd className="text-text2">Para consultar e alterar leads: {send}</dd>
        </div>
      ))}
    </dl>
    <div>
      <p className="text-text2">Para conferir uma chave, liste cinco leads:</p>
      <pre className="mt-1 wrap-anywhere whitespace-pre-wrap rounded-control bg-column p-3 text-sm">{curl()}</pre>
    </div>
    <p>
      <a href="/api/docs" target="_blank" rel="noreferrer" className={linkClass}>
        Documentação da API
      </a>
      , com autenticação, páginas, limites, erros e exemplos.
    </p>
  </div>
)
