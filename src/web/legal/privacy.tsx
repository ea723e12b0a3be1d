import { brand } from '#web/lib/brand.ts'
import { paths } from '#web/lib/url/paths.ts'
import { Contact, Facts, LegalLayout, type LegalSection } from './legal-layout.tsx'
import { operator } from './operator.ts'
import { collected, kept } from './privacy-facts.ts'

const sections = (): LegalSection[] => [
  {
    id: 'resumo',
    title: 'Em resumo',
    content: (
      <ul>
        <li>Guardamos o que você digita e o que é preciso para entrar, cobrar e proteger a conta. Nada é vendido.</li>
        <li>
          Não usamos cookies, anúncios nem rastreadores. Nenhuma página daqui faz pedidos a outros sites; só o pagamento
          acontece nas páginas do Stripe.
        </li>
        <li>Você baixa e exclui seus dados no próprio sistema, a qualquer momento, mesmo sem assinatura.</li>
        <li>Excluir a conta exclui tudo na hora, com as poucas exceções que esta página lista.</li>
      </ul>
    ),
  },
  {
    id: 'responsavel',
    title: 'Quem responde pelos dados',
    content: (
      <>
        <p>{`O ${brand()} é oferecido por ${operator()}.`}</p>
        <p>
          <strong>Sobre você, que usa o sistema</strong> (conta, acessos e cobrança), somos o controlador: decidimos o
          que guardar e respondemos por isso.
        </p>
        <p>
          <strong>Sobre os leads que você cadastra</strong>, o controlador é você ou a empresa em que você trabalha, e
          nós somos o operador (LGPD, art. 5º, VI e VII): guardamos e mostramos esses dados conforme o que você faz no
          sistema e não os usamos para mais nada.
        </p>
        <p>
          Dúvidas e pedidos sobre dados pessoais: <Contact />.
        </p>
      </>
    ),
  },
  {
    id: 'dados',
    title: 'O que guardamos e para quê',
    content: (
      <>
        <p>
          O que guardamos está nesta tabela. O número do seu cartão não passa pelos nossos servidores: vai direto ao
          Stripe.
        </p>
        <Facts
          caption="Dados guardados, finalidade e base legal"
          head={['Dado', 'Para quê', 'Base legal (LGPD)']}
          rows={collected}
        />
      </>
    ),
  },
  {
    id: 'navegador',
    title: 'O que fica no seu navegador',
    content: (
      <>
        <p>
          Nenhum cookie. O armazenamento local do navegador guarda a chave que mantém você conectado, seu nome e e-mail,
          o tema e a densidade que você escolheu, rascunhos e mudanças feitas sem conexão que ainda não foram enviadas.
          Sair da conta remove a chave, seu nome, seu e-mail e os rascunhos.
        </p>
        <p>O sistema instalado guarda também os arquivos do programa, para abrir sem conexão. Leads não ficam ali.</p>
      </>
    ),
  },
  {
    id: 'prazos',
    title: 'Por quanto tempo',
    content: <Facts caption="Prazos de guarda" head={['Dado', 'Prazo']} rows={kept} />,
  },
  {
    id: 'ajuda',
    title: 'Quem nos ajuda e quem pode ver',
    content: (
      <>
        <ul>
          <li>
            <strong>Stripe</strong>, que processa os pagamentos, recebe seu nome, e-mail, plano e cartão, e seus dados
            fiscais, se você informar. Pode tratar esses dados fora do Brasil, com as garantias que a LGPD pede para a
            transferência internacional (art. 33).
          </li>
          <li>
            <strong>O emissor de notas fiscais</strong>, se houver um, recebe de cada pagamento o valor, seu nome,
            e-mail, CPF ou CNPJ e endereço.
          </li>
          <li>
            <strong>O servidor de e-mail</strong> recebe seu endereço e o texto das mensagens que enviamos a você.
          </li>
          <li>
            <strong>A hospedagem</strong> guarda o banco de dados e as cópias de segurança.
          </li>
          <li>
            <strong>Nossa equipe</strong> só consulta leads de clientes para dar suporte ou cumprir a lei, e cada
            consulta fica no registro de auditoria, com pessoa, data e endereço IP.
          </li>
          <li>
            <strong>Autoridades</strong> recebem dados apenas quando a lei ou uma ordem judicial obriga.
          </li>
        </ul>
        <p>
          A lista atual de fornecedores, com nome e país, é enviada a quem pedir: <Contact />.
        </p>
      </>
    ),
  },
  {
    id: 'entrada-e-saida',
    title: 'Por onde os leads entram e saem',
    content: (
      <>
        <p>
          Além do que você digita e das planilhas que importa, leads entram pelos formulários públicos da sua conta, que
          guardam o que a pessoa enviou e, se você pedir, o texto com que ela concordou, e por sistemas seus com uma
          chave de API.
        </p>
        <p>
          Para outros sistemas, os dados dos leads vão só quando você manda: nos arquivos que exporta, nos webhooks, que
          enviam as mudanças aos endereços que você cadastrou, e pelas chaves de API, com que um sistema lê leads até
          você revogá-las. Por quem recebe esses dados responde você, que é o controlador deles.
        </p>
      </>
    ),
  },
  {
    id: 'direitos',
    title: 'Seus direitos e como usar cada um',
    content: (
      <>
        <p>
          A LGPD (art. 18) dá a você direitos sobre seus dados. Quase todos estão no seu perfil, sem pedir a ninguém:
        </p>
        <ul>
          <li>
            <strong>Confirmar, acessar e levar:</strong> “Baixar meus dados” entrega um arquivo com a conta, os
            aparelhos, a cobrança e todos os leads, com notas e conversas; a lixeira fica de fora. Os leads saem também
            em CSV. O que mais guardamos, peça a <Contact />.
          </li>
          <li>
            <strong>Corrigir:</strong> “Dados Pessoais”, no perfil, e qualquer campo de um lead.
          </li>
          <li>
            <strong>Excluir:</strong> “Excluir minha conta” exclui na hora conta, leads, lixeira, aparelhos e histórico,
            cancela a assinatura e remove seu cadastro no Stripe.
          </li>
          <li>
            <strong>
              Saber com quem os dados foram compartilhados, opor-se, limitar o uso ou revogar o consentimento:
            </strong>{' '}
            escreva para <Contact />.
          </li>
        </ul>
        <p>
          Depois da exclusão da conta ficam apenas: as faturas sem seu nome, o registro de auditoria, os registros de
          acesso e as cópias de segurança até o fim do prazo, e um hash do seu e-mail com a data do teste grátis, para
          que ele não comece outra vez.
        </p>
        <p>
          Pedidos por escrito são confirmados assim que chegam e respondidos em até 15 dias (art. 19), sem custo. Se a
          resposta não resolver, você pode reclamar à ANPD, a Autoridade Nacional de Proteção de Dados.
        </p>
      </>
    ),
  },
  {
    id: 'lead',
    title: 'Se uma empresa guarda seus dados aqui',
    content: (
      <p>
        Seu nome pode estar no funil de uma empresa que usa o sistema. É ela quem decide sobre esses dados: peça a ela
        para ver, corrigir ou excluir. Se não souber qual empresa é, escreva para <Contact />; depois de confirmar que é
        você, encaminhamos o pedido a ela.
      </p>
    ),
  },
  {
    id: 'seguranca',
    title: 'Segurança',
    content: (
      <>
        <p>
          Os dados de uma conta ficam separados dos das outras em cada consulta ao banco. Senhas e chaves de acesso
          ficam só como hash, trocar a senha desconecta os outros aparelhos e tentativas seguidas são barradas.
        </p>
        <p>
          Se um incidente puser seus dados em risco, avisamos você e a ANPD em até três dias úteis, com o que aconteceu,
          quais dados e o que fazer (Resolução CD/ANPD nº 15/2024).
        </p>
      </>
    ),
  },
  {
    id: 'mudancas',
    title: 'Idade e mudanças',
    content: (
      <>
        <p>O sistema é para uso profissional, por maiores de 18 anos.</p>
        <p>
          A data no alto mostra a versão desta política. Mudanças que reduzem seus direitos são avisadas por e-mail
          antes de valer.
        </p>
      </>
    ),
  },
]

export const Privacy = () => (
  <LegalLayout
    title="Política de privacidade"
    lead={`Quais dados o ${brand()} guarda, para quê, por quanto tempo, quem ajuda e como você os vê, corrige e exclui.`}
    sections={sections()}
    other={{ name: 'Termos de uso', path: paths.terms }}
  />
)
