import { comingFeatures } from '#contract/billing/plan-claims.ts'
import { trashDays } from '#contract/retention.ts'
import { brand } from '#web/lib/brand.ts'
import { paths } from '#web/lib/url/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { textLinkClass } from '#web/ui/link-class.ts'
import { Contact, LegalLayout, type LegalSection } from './legal-layout.tsx'
import { operator } from './operator.ts'

const sections = (): LegalSection[] => [
  {
    id: 'servico',
    title: 'O serviço e este acordo',
    content: (
      <>
        <p>{`O ${brand()} é um sistema on-line para organizar e acompanhar leads: quadro, lista, totais e relatórios. É oferecido por ${operator()}.`}</p>
        <p>
          Ao criar uma conta, você aceita estes termos e confirma que leu a{' '}
          <Link to={paths.privacy} className={textLinkClass}>
            Política de privacidade
          </Link>
          . Se usa o sistema em nome de uma empresa, confirma que pode aceitá-los por ela.
        </p>
      </>
    ),
  },
  {
    id: 'conta',
    title: 'Sua conta',
    content: (
      <ul>
        <li>Você tem 18 anos ou mais e informa nome e e-mail verdadeiros.</li>
        <li>
          Sua senha é só sua. O que for feito com ela é de sua responsabilidade até você nos avisar que ela vazou.
        </li>
        <li>No perfil você vê em que aparelhos a conta está aberta e desconecta os outros.</li>
      </ul>
    ),
  },
  {
    id: 'teste',
    title: 'Teste grátis de 3 dias',
    content: (
      <p>
        O teste não pede cartão e libera tudo, com até 20.000 leads. Vale uma vez por e-mail. Quando termina, o acesso
        ao quadro e à lista fica suspenso até você assinar, mas nada é apagado, e seus leads podem ser baixados a
        qualquer momento. Sem assinatura, nada é cobrado.
      </p>
    ),
  },
  {
    id: 'planos',
    title: 'Planos e pagamento',
    content: (
      <ul>
        <li>
          A assinatura é mensal e se renova sozinha a cada mês, pelo preço mostrado quando você assina, até você
          cancelar. O pagamento é feito nas páginas do Stripe.
        </li>
        <li>
          Cada plano inclui o que a página de planos lista na data da assinatura. O Básico guarda até 100 leads.
          {comingFeatures.length > 0 &&
            ' O que está marcado com “em breve” ainda não existe e não faz parte do que você paga.'}
        </li>
        <li>
          Um preço novo só vale para mensalidades futuras e é avisado por e-mail com 30 dias de antecedência. Você pode
          cancelar antes.
        </li>
        <li>
          Ao trocar de plano, a página de pagamento mostra o valor e a data antes de você confirmar. Um plano maior
          começa na hora, com a diferença proporcional; um menor, no fim do período já pago.
        </li>
        <li>
          Se uma cobrança não for aprovada, o acesso ao quadro e à lista fica suspenso até o pagamento. Seus leads
          continuam guardados.
        </li>
      </ul>
    ),
  },
  {
    id: 'cancelamento',
    title: 'Cancelamento e devolução',
    content: (
      <>
        <p>
          Você cancela no seu perfil, sem multa e sem falar com ninguém. O acesso continua até o fim do período já pago,
          e até lá você pode reativar. Depois, seus leads ficam guardados.
        </p>
        <p>
          Quem contrata como consumidor pode desistir em até 7 dias do primeiro pagamento e receber de volta tudo o que
          pagou (Código de Defesa do Consumidor, art. 49). Peça por <Contact />.
        </p>
      </>
    ),
  },
  {
    id: 'leads',
    title: 'Seus leads são seus',
    content: (
      <>
        <p>
          O que você cadastra continua sendo seu. Guardamos e mostramos esses dados só para prestar o serviço, e você
          pode baixá-los em CSV ou JSON quando quiser, mesmo sem assinatura. Um lead excluído pode voltar por{' '}
          {trashDays} dias.
        </p>
        <p>
          Pela Lei Geral de Proteção de Dados, você é o controlador dos dados dos seus leads e nós somos o operador.
          Cabe a você ter uma base legal para guardar cada contato e responder a quem pedir os próprios dados; cabe a
          nós seguir o que você determina no sistema, proteger os dados e avisar você de incidentes.
        </p>
      </>
    ),
  },
  {
    id: 'uso',
    title: 'O que não é permitido',
    content: (
      <ul>
        <li>Guardar contatos obtidos de forma ilícita ou usar o sistema para enviar mensagens não pedidas em massa.</li>
        <li>Cadastrar dados sensíveis (saúde, religião, opinião política e outros) que a venda não exige.</li>
        <li>Tentar entrar em contas de outras pessoas, contornar limites ou prejudicar o funcionamento do sistema.</li>
        <li>Revender o acesso sem um acordo por escrito.</li>
      </ul>
    ),
  },
  {
    id: 'suspensao',
    title: 'Suspensão e fim da conta',
    content: (
      <p>
        Podemos suspender uma conta que descumpra a seção anterior. Avisamos antes por e-mail, a não ser que esperar
        ponha outras pessoas em risco, e você pode baixar seus leads. Você encerra a conta quando quiser, em “Excluir
        minha conta”, no perfil: a exclusão é imediata e não pode ser desfeita.
      </p>
    ),
  },
  {
    id: 'disponibilidade',
    title: 'Disponibilidade e suporte',
    content: (
      <>
        <p>
          Trabalhamos para que o sistema esteja sempre no ar, mas paradas para manutenção e falhas acontecem, e não
          prometemos um percentual de disponibilidade. Baixe uma cópia dos seus leads de vez em quando.
        </p>
        <p>
          Suporte: <Contact />.
        </p>
      </>
    ),
  },
  {
    id: 'responsabilidade',
    title: 'Responsabilidade',
    content: (
      <p>
        Respondemos pelos danos que causarmos, nos limites da lei. Os números e relatórios mostram o que você cadastrou;
        as decisões de venda são suas. Nada nestes termos reduz os direitos que a lei garante ao consumidor.
      </p>
    ),
  },
  {
    id: 'mudancas',
    title: 'Mudanças, lei e foro',
    content: (
      <>
        <p>
          A data no alto mostra a versão destes termos. Mudanças que reduzem seus direitos são avisadas por e-mail com
          30 dias de antecedência; se não concordar, você pode cancelar antes.
        </p>
        <p>
          Vale a lei brasileira. O foro é o do domicílio do consumidor; nos outros casos, o da sede de quem oferece o
          serviço.
        </p>
      </>
    ),
  },
]

export const Terms = () => (
  <LegalLayout
    title="Termos de uso"
    lead={`O que você pode esperar do ${brand()} e o que esperamos de você, em linguagem simples.`}
    sections={sections()}
    other={{ name: 'Política de privacidade', path: paths.privacy }}
  />
)
