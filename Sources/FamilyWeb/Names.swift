import Families
import Household
import SyncProtocol
import Web

// Some types have the same name in the domain, for rows, and in the pages, for what is shown. In
// this target the plain name is the page's; these aliases name the others.

package typealias Role = Web.Role
package typealias FieldValue = Web.FieldValue
typealias AccountParticipant = Household::Participant
